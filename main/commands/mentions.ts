import { getFile } from '../../contract/operations/items/files.ts';
import { getComment } from '../../contract/operations/notes/comments.ts';
import type { ApiClient } from '../api/api-client.ts';
import { ApiError } from '../api/api-error.ts';

/** Answers to answers; a longer chain is a mistake of the service. */
const DEEPEST = 100;

type Noted = { readonly type: string; readonly id: string };

/** The file that a comment or task is on; null: gone, or no longer visible. */
export async function mentionedFile(
  api: ApiClient,
  on: Noted,
): Promise<{ readonly id: string; readonly name: string } | null> {
  try {
    const id = await fileOf(api, on);
    if (id === null) return null;
    const file = await api.call(getFile, { params: { file_id: id }, query: { fields: 'id,name' } });
    return { id, name: file.body?.name ?? '' };
  } catch (error) {
    if (error instanceof ApiError && (error.status === 404 || error.status === 403)) return null;
    throw error;
  }
}

async function fileOf(api: ApiClient, on: Noted): Promise<string | null> {
  let at: Noted | undefined = on;
  for (let depth = 0; at?.type === 'comment' && depth < DEEPEST; depth++) at = await answeredBy(api, at.id);
  return at?.type === 'file' ? at.id : null;
}

async function answeredBy(api: ApiClient, id: string): Promise<Noted | undefined> {
  return (await api.call(getComment, { params: { comment_id: id }, query: { fields: 'item' } })).body.item;
}
