import type { EngineLog } from './engine/root/engine-parts.ts';

const levels = ['warn', 'error'] as const;
export type LogLevel = (typeof levels)[number];

/** Log lines for operators: time, level, message, details. Callers never pass secrets. */
export function lineLog(write: (line: string) => void, least: LogLevel, nowMs: () => number): EngineLog {
  const log = (level: LogLevel, message: string, details: unknown) => {
    if (levels.indexOf(level) < levels.indexOf(least)) return;
    const more = details === undefined ? '' : ` ${JSON.stringify(details)}`;
    write(`${new Date(nowMs()).toISOString()} ${level} ${message}${more}`);
  };
  return {
    warn: (message, details) => log('warn', message, details),
    error: (message, error) =>
      log(
        'error',
        message,
        error instanceof Error ? { error: error.message, stack: error.stack } : { error: String(error) },
      ),
  };
}
