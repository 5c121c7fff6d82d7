import type { FileId, FileVersionId, UploadSessionId, UserId } from '../../contract/resources/ids.ts';
import type { SessionEndpoints } from '../../contract/resources/upload-session.ts';
import type { FileKind } from './icons/file-kind.ts';
import { iconPath } from './icons/icon-routes.ts';
import type { LinkProof, Tickets } from './tickets.ts';

/** Every absolute address that an answer of the service can hold, built from the public address of the service. */
export interface Addresses {
  baseUrl(): string;
  uploadUrl(): string;
  /** Where the bytes of a new file, or of a new version of `fileId`, are to be sent. */
  upload(fileId?: FileId): string;
  uploadSession(sessionId: UploadSessionId): SessionEndpoints;
  /** An address of the bytes of a file that needs no token and is good for 15 minutes from `now`. */
  download(content: {
    readonly userId: UserId;
    readonly fileId: FileId;
    readonly versionId: FileVersionId | null;
    /** The shared link that the content was found through, in the state that it was in; null without one. */
    readonly sharedLink: { readonly itemId: string; readonly stamp: string } | null;
  }): string;
  /** A file for a frame of another page: the token that opens it, and the address that carries the token. */
  embed(content: { readonly userId: UserId; readonly fileId: FileId; readonly sharedLink: LinkProof | null }): {
    readonly token: string;
    readonly url: string;
  };
  /** The picture of a kind of file. */
  icon(kind: FileKind): string;
  /** An address that a long poll of the user's events can be held at. */
  longPoll(userId: UserId): string;
}

/** @param publicUrl scheme, host and port under which clients reach the service, without a slash at the end. */
export function addressesBelow(publicUrl: () => string, tickets: Tickets): Addresses {
  const uploadUrl = () => `${publicUrl()}/upload/2.0`;
  return {
    baseUrl: () => `${publicUrl()}/2.0`,
    uploadUrl,
    upload: (fileId) => `${uploadUrl()}/files/${fileId === undefined ? '' : `${fileId}/`}content`,
    uploadSession: (sessionId) => sessionEndpoints(`${uploadUrl()}/files/upload_sessions/${sessionId}`),
    download: (content) => `${publicUrl()}/download/${tickets.issueDownload(content)}`,
    embed: (content) => {
      const token = tickets.issueEmbed({ ...content, versionId: null });
      return { token, url: `${publicUrl()}/embed/${token}` };
    },
    icon: (kind) => `${publicUrl()}${iconPath(kind)}`,
    // The query must not be empty: clients of the format append `&stream_position=` to the address.
    longPoll: (userId) => `${publicUrl()}/events/wait?channel=${tickets.issueChannel({ userId })}`,
  };
}

function sessionEndpoints(session: string): SessionEndpoints {
  return {
    upload_part: session,
    commit: `${session}/commit`,
    abort: session,
    list_parts: `${session}/parts`,
    status: session,
    log_event: `${session}/log`,
  };
}
