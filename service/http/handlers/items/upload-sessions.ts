import type { FullUploadSession } from '../../../../contract/resources/items/upload-session.ts';
import { abortSession } from '../../../domain/tree/upload-sessions/abort-session.ts';
import { commitSession } from '../../../domain/tree/upload-sessions/commit-session.ts';
import { createSession, createVersionSession } from '../../../domain/tree/upload-sessions/create-session.ts';
import { getSession, listParts } from '../../../domain/tree/upload-sessions/get-session.ts';
import { noteSessionEvent } from '../../../domain/tree/upload-sessions/note-session-event.ts';
import type { UploadSessionView } from '../../../domain/tree/upload-sessions/present-session.ts';
import { uploadPart } from '../../../domain/tree/upload-sessions/upload-part.ts';
import type { Addresses } from '../../answers/addresses.ts';
import { contentAttributes } from '../../content/content-attributes.ts';
import type { Handlers } from '../../handlers.ts';
import { uploaded } from './uploads.ts';

/** Uploads in parts. */
export const uploadSessionHandlers = {
  async createUploadSession({ body }, { service, caller, addresses }) {
    const session = await createSession(service, caller, {
      folderId: body.folder_id,
      fileName: body.file_name,
      fileSizeBytes: body.file_size,
    });
    return { status: 201, body: withEndpoints(session, addresses) };
  },

  async createVersionUploadSession({ params, body }, { service, caller, addresses }) {
    const session = await createVersionSession(service, caller, {
      fileId: params.file_id,
      fileName: body.file_name,
      fileSizeBytes: body.file_size,
    });
    return { status: 201, body: withEndpoints(session, addresses) };
  },

  async getUploadSession({ params }, { service, caller, addresses }) {
    const session = await getSession(service, caller, params.session_id);
    return { status: 200, body: withEndpoints(session, addresses) };
  },

  async uploadPart({ params, headers, body }, { service, caller, whenGone }) {
    const part = await uploadPart(service, caller, {
      sessionId: params.session_id,
      range: headers['content-range'],
      sha1: headers.digest,
      content: body,
      gone: whenGone(),
    });
    return { status: 200, body: { part } };
  },

  async listParts({ params, query }, { service, caller }) {
    const { offset = 0, limit } = query;
    const page = await listParts(service, caller, { sessionId: params.session_id, offset, limit });
    return { status: 200, body: { ...page, entries: [...page.entries] } };
  },

  async commitUploadSession({ params, query, headers, body }, { service, caller }) {
    const outcome = await commitSession(service, caller, {
      sessionId: params.session_id,
      sha1: headers.digest,
      parts: body.parts,
      ifMatch: headers['if-match'],
      ifNoneMatch: headers['if-none-match'],
      ...contentAttributes(body.attributes ?? {}),
    });
    switch (outcome.kind) {
      case 'committed':
        return { status: 201, body: await uploaded(outcome.file, query.fields, { service, caller }) };
      case 'assembling':
        return { status: 202, headers: { 'retry-after': String(outcome.retryAfterSeconds) } };
      case 'not_modified':
        return { status: 304 };
    }
  },

  async abortUploadSession({ params }, { service, caller }) {
    await abortSession(service, caller, params.session_id);
    return { status: 204 };
  },

  async logUploadEvent({ params }, { service, caller }) {
    await noteSessionEvent(service, caller, params.session_id);
    return { status: 204 };
  },
} satisfies Partial<Handlers>;

function withEndpoints(session: UploadSessionView, addresses: Addresses): FullUploadSession {
  return { ...session, session_endpoints: addresses.uploadSession(session.id) };
}
