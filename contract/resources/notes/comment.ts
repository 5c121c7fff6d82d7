import { z } from 'zod';
import { dateTime } from '../ids.ts';
import { offsetPage } from '../paging.ts';
import { userMini } from '../people/user.ts';

/** Comment on a file, or on a comment. `tagged_message` is "" unless people are mentioned, as `@[id:name]`. */
const fullComment = z.object({
  id: z.string(),
  type: z.literal('comment'),
  is_reply_comment: z.boolean(),
  message: z.string(),
  tagged_message: z.string(),
  item: z.object({ id: z.string(), type: z.string() }),
  created_by: userMini,
  created_at: dateTime,
  modified_at: dateTime,
});
export type FullComment = z.output<typeof fullComment>;

/** A comment in a response: everything except `id` and `type` may be missing. */
export const comment = fullComment.partial().required({ id: true, type: true });

export const comments = offsetPage(comment);

const { tagged_message: _tagged, id: _id, type: _type, ...standard } = fullComment.shape;
/** `tagged_message` is shown only when `fields` names it, or in a list. */
export const commentStandardFields = Object.keys(standard);
