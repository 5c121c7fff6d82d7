/** Startup data of a digest thread: the file descriptor open in this process. */
export type DigestStart = { readonly fd: number };

/**
 * Sent to the thread: the file now holds this many bytes. After the last order it answers once, with the SHA-1 in lower-case
 * hexadecimal.
 */
export type DigestOrder = { readonly upTo: number; readonly isEnd: boolean };
