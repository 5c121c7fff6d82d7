import { EventEmitter } from 'node:events';
import '../electron-fs/register.ts';

/** Loaded before the program of a utility process. Its event loop never runs dry; it ends by `process.exit`, a signal, or its parent. */
Object.defineProperty(process, 'parentPort', { value: new EventEmitter() });
setInterval(() => undefined, 2 ** 30);
process.once('disconnect', () => process.exit(0));
// Electron gives such a process no channel of Node.
Object.defineProperty(process, 'connected', { value: false });
