// The part of autocannon that the benchmark uses; it ships no types.

declare module "autocannon" {
  function autocannon(options: autocannon.Options): Promise<autocannon.Result>;

  namespace autocannon {
    interface Request {
      readonly method?: string;
      readonly path?: string;
      readonly body?: string;
      readonly headers?: Readonly<Record<string, string>>;
    }

    interface Options {
      readonly url: string;
      readonly headers: Readonly<Record<string, string>>;
      readonly connections: number;
      /** Seconds. */
      readonly duration: number;
      /** Seconds. */
      readonly timeout: number;
      readonly requests?: readonly (Request & { setupRequest(request: Request): Request })[];
    }

    interface Result {
      readonly statusCodeStats: Readonly<Record<string, { readonly count: number }>>;
      /** Seconds. */
      readonly duration: number;
      /** Milliseconds. */
      readonly latency: { readonly p50: number; readonly p99: number };
      readonly errors: number;
      readonly timeouts: number;
    }
  }

  export default autocannon;
}
