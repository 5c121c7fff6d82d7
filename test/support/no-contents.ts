import type { ContentSource } from '../../main/commands/content/content-source.ts';

/** A service without a single file to show. */
export const noContents: ContentSource = {
  answer: async () => ({ status: 404, headers: {}, body: null }),
};
