import { selectFields } from '../../../../contract/fields.ts';
import { createComment } from '../../../domain/notes/comments/create-comment.ts';
import { getComment, listComments } from '../../../domain/notes/comments/get-comments.ts';
import { deleteComment, updateComment } from '../../../domain/notes/comments/update-comment.ts';
import type { Handlers } from '../../handlers.ts';

/** Comments on files, and replies. */
export const commentHandlers = {
  async listComments({ params, query }, { service, caller }) {
    const { fields, offset = 0, limit } = query;
    const page = await listComments(service, caller, { fileId: params.file_id, offset, limit });
    // A list shows comments in full, including the tagged message.
    const entries = page.entries.map((entry) => (fields === undefined ? entry : selectFields(entry, fields)));
    return { status: 200, body: { ...page, entries } };
  },

  async createComment({ query, body }, { service, caller }) {
    const { item, message, tagged_message: taggedMessage } = body;
    const comment = await createComment(service, caller, { item, message, taggedMessage });
    return { status: 201, body: selectFields(comment, query.fields) };
  },

  async getComment({ params, query }, { service, caller }) {
    const comment = await getComment(service, caller, params.comment_id);
    return { status: 200, body: selectFields(comment, query.fields) };
  },

  async updateComment({ params, query, body }, { service, caller }) {
    const { message, tagged_message: taggedMessage } = body;
    const comment = await updateComment(service, caller, { id: params.comment_id, message, taggedMessage });
    return { status: 200, body: selectFields(comment, query.fields) };
  },

  async deleteComment({ params }, { service, caller }) {
    await deleteComment(service, caller, params.comment_id);
    return { status: 204 };
  },
} satisfies Partial<Handlers>;
