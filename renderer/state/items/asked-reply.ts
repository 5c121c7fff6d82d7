import { type TypedText, useTypedText } from '../hooks/use-typed-text.ts';

/** The beginning of a comment on a file that a link elsewhere asks for, until the comment field of the file takes it. */
export const useAskedReply = (fileId: string): TypedText => useTypedText(`asked.${fileId}`);
