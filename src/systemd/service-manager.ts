// What systemd is told of the service (Type=notify): when it is ready, that it is stopping, and that it is alive. Without
// systemd nothing happens here.

import { NotifySocket } from "./notify-socket.ts";

/** As systemd sets them for its services (sd_notify(3), sd_watchdog_enabled(3)). */
export interface SystemdVariables {
  readonly NOTIFY_SOCKET?: string | undefined;
  /** How long the watchdog waits for a beat, in µs. */
  readonly WATCHDOG_USEC?: string | undefined;
  /** Whose beats they are to be; every process's where absent. */
  readonly WATCHDOG_PID?: string | undefined;
}

/** Without READY=1 the start fails by its timeout, so it is sent until it arrives. */
const READY_RETRY_MS = 100;
const READY_TRIES_MAX = 600;
/** A manager that takes nothing for a second is probably gone. */
const READY_TRIES_TOLD = 10;

export class ServiceManager implements Disposable {
  readonly #variables: SystemdVariables;
  readonly #onUnreachable: (cause: string) => void;
  readonly #socket: NotifySocket | undefined;
  #watchdog: ReturnType<typeof setInterval> | undefined;

  constructor(variables: SystemdVariables, onUnreachable: (cause: string) => void) {
    this.#variables = variables;
    this.#onUnreachable = onUnreachable;
    this.#socket = this.#open();
  }

  /** It listens. `status` is shown by `systemctl status`, as are the others. */
  async ready(status: string): Promise<void> {
    const message = `READY=1\n${statusLine(status)}`;
    for (let tries = 1; this.#socket?.send(message) === false && tries < READY_TRIES_MAX; tries += 1) {
      if (tries === READY_TRIES_TOLD) this.#onUnreachable("nothing that is sent arrives");
      await Bun.sleep(READY_RETRY_MS);
    }
  }

  stopping(status: string): void {
    this.#socket?.send(`STOPPING=1\n${statusLine(status)}`);
  }

  /** Why it does not start. */
  failed(status: string): void {
    this.#socket?.send(statusLine(status));
  }

  /**
   * Beats twice in the time that the watchdog waits, each time `isAlive` has settled, in whatever way: a database that says
   * no is no reason to restart the service. A stuck event loop, or a store that never answers, ends the beats.
   */
  startWatchdog(isAlive: () => Promise<unknown>): void {
    const { WATCHDOG_USEC: usec, WATCHDOG_PID: pid } = this.#variables;
    if (this.#socket === undefined || !(Number(usec) > 0)) return;
    if (pid && Number(pid) !== process.pid) return;
    const beat = async () => {
      await isAlive().catch(() => {});
      this.#socket?.send("WATCHDOG=1");
    };
    this.#watchdog = setInterval(beat, Number(usec) / 1_000 / 2);
    this.#watchdog.unref();
  }

  [Symbol.dispose](): void {
    clearInterval(this.#watchdog);
  }

  #open(): NotifySocket | undefined {
    const { NOTIFY_SOCKET: address } = this.#variables;
    if (!address) return undefined;
    try {
      return new NotifySocket(address);
    } catch (error) {
      this.#onUnreachable((error as Error).message);
      return undefined;
    }
  }
}

function statusLine(status: string): string {
  return `STATUS=${status.replaceAll(/\s+/g, " ")}`;
}
