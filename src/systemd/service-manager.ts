// Notifies systemd (Type=notify) that the service is ready, stopping or alive. Does nothing without systemd.

import { NotifySocket } from "./notify-socket.ts";

/** The variables that systemd sets for its services (sd_notify(3), sd_watchdog_enabled(3)). */
interface SystemdVariables {
  readonly NOTIFY_SOCKET?: string | undefined;
  /** The longest time between two watchdog messages, in µs. */
  readonly WATCHDOG_USEC?: string | undefined;
  /** The process that sends watchdog messages; any process if absent. */
  readonly WATCHDOG_PID?: string | undefined;
}

/** Without READY=1 systemd ends the start by its timeout, so that it is sent until it arrives. */
const READY_RETRY_MS = 100;
const READY_TRIES_MAX = 600;
/** A second without success: the manager has probably ended. */
const READY_TRIES_BEFORE_WARNING = 10;

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

  /** The service listens. `systemctl status` shows `status`, here and below. */
  async ready(status: string): Promise<void> {
    const message = `READY=1\n${statusLine(status)}`;
    for (let tries = 1; this.#socket?.send(message) === false && tries < READY_TRIES_MAX; tries += 1) {
      if (tries === READY_TRIES_BEFORE_WARNING) this.#onUnreachable("its socket accepts no message");
      await Bun.sleep(READY_RETRY_MS);
    }
  }

  stopping(status: string): void {
    this.#socket?.send(`STOPPING=1\n${statusLine(status)}`);
  }

  /** The reason why the service does not start. */
  failed(status: string): void {
    this.#socket?.send(statusLine(status));
  }

  /**
   * Sends a watchdog message twice in the time that the watchdog waits, after `isAlive` has resolved or rejected: an error of
   * the database is no reason to restart the service. A stuck event loop, or a store that never answers, ends the messages.
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
