/** What a digesting thread is told when it starts: the file, as this process has it open. */
export type DigestStart = { readonly fd: number };

/** Sent to the thread: the file holds so many bytes now. At the end it answers once, with the SHA-1 in lower-case hexadecimal. */
export type DigestOrder = { readonly upTo: number; readonly isEnd: boolean };
