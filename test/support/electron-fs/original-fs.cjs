/** What `register.ts` kept of the file system before it was changed. */
module.exports = globalThis[Symbol.for('original-fs')];
