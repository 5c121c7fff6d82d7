import type { FileId, UploadSessionId } from '../../../contract/resources/ids.ts';
import type { SessionEndpoints } from '../../../contract/resources/items/upload-session.ts';
import type { FileKind } from '../icons/file-kind.ts';
import { iconPath } from '../icons/icon-routes.ts';
import type { ChannelTicket, DownloadTicket, ThumbnailTicket, Tickets } from './tickets.ts';

/** Every absolute URL in the service's responses, built from its public URL. */
export interface Addresses {
  baseUrl(): string;
  uploadUrl(): string;
  /** The upload URL for a new file, or for a new version of `fileId`. */
  upload(fileId?: FileId): string;
  uploadSession(sessionId: UploadSessionId): SessionEndpoints;
  /** A download URL for a file that needs no token and is valid for 15 minutes, but no longer than the token it was asked for with. */
  download(ticket: DownloadTicket): string;
  /** A ZIP download: the URL of its archive, which needs no token, works once and is valid for 15 minutes from `now`; and of its status. */
  zipDownload(zipId: string): { readonly content: string; readonly status: string };
  /** A file for a frame of another page: the token that opens it, and the URL that carries the token. */
  embed(ticket: DownloadTicket): { readonly token: string; readonly url: string };
  /** A thumbnail: a URL that needs no token and is valid as long as that of a download. */
  thumbnail(ticket: ThumbnailTicket): string;
  /** The icon of a file kind. */
  icon(kind: FileKind): string;
  /** A URL for long polling the user's events. */
  longPoll(channel: ChannelTicket): string;
}

/** @param publicUrl scheme, host and port under which clients reach the service, without a trailing slash. */
export function addressesBelow(publicUrl: () => string, tickets: Tickets): Addresses {
  const uploadUrl = () => `${publicUrl()}/upload/2.0`;
  return {
    baseUrl: () => `${publicUrl()}/2.0`,
    uploadUrl,
    upload: (fileId) => `${uploadUrl()}/files/${fileId === undefined ? '' : `${fileId}/`}content`,
    uploadSession: (sessionId) => sessionEndpoints(`${uploadUrl()}/files/upload_sessions/${sessionId}`),
    download: (content) => `${publicUrl()}/download/${tickets.issueDownload(content)}`,
    zipDownload: (zipId) => ({
      content: `${publicUrl()}/zip/${tickets.issueZip({ zipId })}`,
      status: `${publicUrl()}/2.0/zip_downloads/${zipId}/status`,
    }),
    embed: (content) => {
      const token = tickets.issueEmbed(content);
      return { token, url: `${publicUrl()}/embed/${token}` };
    },
    thumbnail: (wanted) => `${publicUrl()}/thumbnail/${tickets.issueThumbnail(wanted)}`,
    icon: (kind) => `${publicUrl()}${iconPath(kind)}`,
    // The query must not be empty: existing clients append `&stream_position=` to the URL.
    longPoll: (channel) => `${publicUrl()}/events/wait?channel=${tickets.issueChannel(channel)}`,
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
