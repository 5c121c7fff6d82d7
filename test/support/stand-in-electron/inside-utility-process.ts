import { EventEmitter } from 'node:events';
import '../electron-fs/register.ts';

/** Preloaded into a utility process. Its event loop never empties; it ends by `process.exit`, a signal, or its parent. */
Object.defineProperty(process, 'parentPort', { value: new EventEmitter() });
setInterval(() => undefined, 2 ** 30);
process.once('disconnect', () => process.exit(0));
// Electron's utility process has no Node IPC channel.
Object.defineProperty(process, 'connected', { value: false });
