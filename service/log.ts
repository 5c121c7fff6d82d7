import { type Logger, pino } from 'pino';
import type { LogLevel } from './config.ts';

/** Structured lines on standard error. Whatever could hold a secret is cut out before it is written. */
export function createLog(level: LogLevel): Logger {
  const secrets = [
    'authorization',
    'req.headers',
    'headers.authorization',
    'token',
    '*.token',
    'password',
    '*.password',
  ];
  return pino(
    { level, redact: { paths: secrets, censor: '[secret]' }, base: null, timestamp: pino.stdTimeFunctions.isoTime },
    pino.destination({ dest: 2, sync: true }),
  );
}
