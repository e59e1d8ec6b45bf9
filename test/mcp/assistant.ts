// An assistant's host for tests: starts `petstock mcp` as hosts do, as a process over standard input and output, and calls its
// tools with the SDK's own client.

import { Client, type VersionNegotiationMode } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { environment, PROGRAM } from "../support/petstock.ts";
import type { TestService } from "../support/service.ts";

export interface AssistantOptions {
  readonly url: string;
  readonly key: string;
  /** Default: the handshake of 2025, which most hosts have. */
  readonly negotiation?: VersionNegotiationMode;
}

/** A tool's answer with `isError`; the message is what the model reads. */
export class ToolFailure extends Error {
  override readonly name = "ToolFailure";
}

type Json = Readonly<Record<string, any>>;

export class Assistant implements AsyncDisposable {
  readonly client: Client;
  /** The standard error of the process. */
  messages = "";
  /** Lines of standard output that are not the protocol. */
  readonly noise: Error[] = [];
  readonly #transport: StdioClientTransport;

  private constructor({ url, key, negotiation = "legacy" }: AssistantOptions) {
    const [command = "", ...args] = PROGRAM;
    this.#transport = new StdioClientTransport({
      command,
      args: [...args, "mcp"],
      env: environment({ PETSTOCK_URL: url, PETSTOCK_API_KEY: key }),
      stderr: "pipe",
    });
    this.#transport.stderr?.on("data", (chunk: Buffer) => {
      this.messages += chunk.toString();
    });
    this.client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode: negotiation } });
    this.client.onerror = (error) => this.noise.push(error);
  }

  static async start(options: AssistantOptions): Promise<Assistant> {
    const assistant = new Assistant(options);
    await assistant.client.connect(assistant.#transport);
    return assistant;
  }

  /** With a new key of that role. */
  static async of(service: TestService, role: string): Promise<Assistant> {
    return Assistant.start({ url: service.url, key: await service.makeKey("--role", role) });
  }

  get pid(): number {
    return this.#transport.pid!;
  }

  async tools(): Promise<readonly string[]> {
    return (await this.client.listTools()).tools.map(({ name }) => name);
  }

  /** The text of the tool's answer. Throws a ToolFailure. */
  async text(name: string, args: object = {}): Promise<string> {
    const { content, isError } = await this.client.callTool({ name, arguments: { ...args } });
    const text = content.map((block) => (block.type === "text" ? block.text : `(${block.type})`)).join("\n");
    if (isError) throw new ToolFailure(text);
    return text;
  }

  async call(name: string, args: object = {}): Promise<Json> {
    return JSON.parse(await this.text(name, args)) as Json;
  }

  /** The message of a call that fails. */
  async failure(name: string, args: object = {}): Promise<string> {
    try {
      return `it answered ${await this.text(name, args)}`;
    } catch (error) {
      if (error instanceof ToolFailure) return error.message;
      throw error;
    }
  }

  /** Previews, then confirms. */
  async confirmed(name: string, args: object): Promise<Json> {
    const { confirm } = await this.call(name, args);
    return this.call(name, { ...args, confirm });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.client.close();
  }
}
