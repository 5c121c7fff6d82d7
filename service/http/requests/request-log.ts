import type { FastifyBaseLogger } from 'fastify';

/** The fields at the start of each log line. */
export type LogBindings = Parameters<FastifyBaseLogger['child']>[0];

/**
 * The log of one request, whose lines carry its id. The child of the service's log that writes them is made for the first line: most requests
 * write none, and making it costs each of them as much as finding its route.
 */
export class RequestLog implements FastifyBaseLogger {
  readonly #parent: FastifyBaseLogger;
  readonly #bindings: LogBindings;
  #child: FastifyBaseLogger | null = null;

  constructor(parent: FastifyBaseLogger, bindings: LogBindings) {
    this.#parent = parent;
    this.#bindings = bindings;
  }

  get level(): string {
    return this.#parent.level;
  }

  fatal(...line: readonly unknown[]): void {
    this.#write('fatal', line);
  }

  error(...line: readonly unknown[]): void {
    this.#write('error', line);
  }

  warn(...line: readonly unknown[]): void {
    this.#write('warn', line);
  }

  info(...line: readonly unknown[]): void {
    this.#write('info', line);
  }

  debug(...line: readonly unknown[]): void {
    this.#write('debug', line);
  }

  trace(...line: readonly unknown[]): void {
    this.#write('trace', line);
  }

  /** Writes nothing. */
  silent(): void {}

  child(...options: Parameters<FastifyBaseLogger['child']>): FastifyBaseLogger {
    return this.#own().child(...options);
  }

  #write(level: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace', line: readonly unknown[]): void {
    // Callers were checked against the parameters of the logger, which this class passes on.
    this.#own()[level](...(line as [unknown]));
  }

  #own(): FastifyBaseLogger {
    this.#child ??= this.#parent.child(this.#bindings);
    return this.#child;
  }
}
