import type { ContentSource } from '../../../main/commands/content/content-source.ts';

/** A content source without files. */
export const noContents: ContentSource = {
  answer: async () => ({ status: 404, headers: {}, body: null }),
};
