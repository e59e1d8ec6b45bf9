// An assistant's host for tests: calls the tools with the SDK's own client, as hosts do, either of `petstock mcp`, a process with standard
// input and output, or of the service, over HTTP.

import {
  Client,
  StreamableHTTPClientTransport,
  type Transport,
  type VersionNegotiationMode,
} from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { environment, PROGRAM } from "../support/petstock.ts";
import type { TestService } from "../support/service.ts";

export const TRANSPORTS = ["stdio", "http"] as const;
export type TransportName = (typeof TRANSPORTS)[number];

export interface AssistantOptions {
  readonly url: string;
  readonly key: string;
  /** Default: `stdio`. */
  readonly transport?: TransportName;
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
  /** What arrives and is not the protocol. */
  readonly noise: Error[] = [];
  readonly #transport: Transport;

  private constructor({ transport = "stdio", negotiation = "legacy", ...options }: AssistantOptions) {
    this.#transport = transport === "stdio" ? this.#process(options) : overHttp(options);
    this.client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode: negotiation } });
    this.client.onerror = (error) => this.noise.push(error);
  }

  static async start(options: AssistantOptions): Promise<Assistant> {
    const assistant = new Assistant(options);
    await assistant.client.connect(assistant.#transport);
    return assistant;
  }

  /** With a new key of that role. */
  static async of(service: TestService, role: string, transport?: TransportName): Promise<Assistant> {
    const key = await service.makeKey("--role", role);
    return Assistant.start({ url: service.url, key, ...(transport && { transport }) });
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

  #process({ url, key }: Pick<AssistantOptions, "url" | "key">): StdioClientTransport {
    const [command = "", ...args] = PROGRAM;
    const transport = new StdioClientTransport({
      command,
      args: [...args, "mcp"],
      env: environment({ PETSTOCK_URL: url, PETSTOCK_API_KEY: key }),
      stderr: "pipe",
    });
    transport.stderr?.on("data", (chunk: Buffer) => {
      this.messages += chunk.toString();
    });
    return transport;
  }
}

function overHttp({ url, key }: Pick<AssistantOptions, "url" | "key">): StreamableHTTPClientTransport {
  const headers = { Authorization: `Bearer ${key}` };
  return new StreamableHTTPClientTransport(new URL("/mcp", url), { requestInit: { headers } });
}
