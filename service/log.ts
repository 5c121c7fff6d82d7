import { type Logger, pino } from 'pino';
import type { LogLevel } from './options/config.ts';

/** Structured lines on standard error. Possible secrets are redacted before a line is written. */
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
  const { err } = pino.stdSerializers;
  const redact = { paths: secrets, censor: '[secret]' };
  const timestamp = pino.stdTimeFunctions.isoTime;
  const options = { level, redact, timestamp, base: null, serializers: { err, error: err } };
  const destination = pino.destination({ dest: 2, sync: true });
  // A line that can't be written, as to a closed terminal or a full disk, must not end the service.
  destination.on('error', () => undefined);
  return pino(options, destination);
}
