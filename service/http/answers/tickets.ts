import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { getThumbnail } from '../../../contract/operations/items/thumbnails.ts';
import { streamTypes } from '../../../contract/resources/streams/event.ts';
import { limits } from '../../../contract/rules/limits.ts';
import { type TokenUse, tokenUseOf } from '../../domain/people/tokens/token-use.ts';
import type { Caller } from '../../domain/service.ts';
import type { Clock } from '../../ports/clock.ts';

const linkProof = z.object({ itemId: z.string(), stamp: z.string() });
/** Proof that the visitor knew a shared link's password, for the state of the link in the stamp. */
export type LinkProof = z.output<typeof linkProof>;

/** The token that a URL was asked for with, and as whom. */
const tokenUse = z.object({
  token: z.string(),
  asUser: z.string().nullable(),
}) satisfies z.ZodType<TokenUse>;

/** The authority of a URL to content. */
const authority = tokenUse.extend({
  /** The shared link through which the content was found, with its state at that time; null without one. */
  sharedLink: linkProof.nullable(),
});
export type UrlAuthority = z.output<typeof authority>;

/** The content of a download URL. A null `versionId` means the version that is current at that time. */
const download = authority.extend({ fileId: z.string(), versionId: z.string().nullable() });
export type DownloadTicket = z.output<typeof download>;

/** A thumbnail of the content that is current when the URL is opened. */
const thumbnail = authority.extend({
  fileId: z.string(),
  extension: getThumbnail.params.shape.extension,
  side: z.number(),
});
export type ThumbnailTicket = z.output<typeof thumbnail>;

const zip = z.object({ zipId: z.string() });
export type ZipTicket = z.output<typeof zip>;

/** A long poll: whose it is, and the stream that it waits for unless its request names another. */
const channel = tokenUse.extend({ streamType: z.enum(streamTypes).optional() });
export type ChannelTicket = z.output<typeof channel>;

/** Signed texts for URLs that carry their own authority, limited in time and readable only by this service. */
export interface Tickets {
  issueDownload(ticket: DownloadTicket): string;
  /** Null if the text was not issued here for a download, was changed, has expired, or has the form of an earlier version. */
  readDownload(text: string): DownloadTicket | null;
  /** For a page that shows a file to anyone with its URL, for `limits.embedLinkSeconds`. */
  issueEmbed(ticket: DownloadTicket): string;
  readEmbed(text: string): DownloadTicket | null;
  issueThumbnail(ticket: ThumbnailTicket): string;
  readThumbnail(text: string): ThumbnailTicket | null;
  /** For a ZIP download, whose record names its items. */
  issueZip(ticket: ZipTicket): string;
  readZip(text: string): ZipTicket | null;
  issueChannel(ticket: ChannelTicket): string;
  readChannel(text: string): ChannelTicket | null;
  issueLinkProof(proof: LinkProof): string;
  readLinkProof(text: string): LinkProof | null;
}

/** A URL is opened as this caller, by anyone who has it. */
export function authorityOf(caller: Caller): UrlAuthority {
  const { sharedLink } = caller;
  const proof = sharedLink && { itemId: sharedLink.itemId, stamp: sharedLink.stamp };
  return { ...tokenUseOf(caller), sharedLink: proof };
}

/** How long a long-poll URL is valid while its token is, in milliseconds; a listener can always get a new one. */
const channelLifeMs = 24 * 3600 * 1000;

/** How long a browser need not enter a shared link's password again, in milliseconds. */
const linkProofLifeMs = 24 * 3600 * 1000;

/** @param key secret of this service, shared by all of its processes. */
export function signedTickets(key: string, clock: Clock): Tickets {
  const issue = (purpose: string, content: unknown, lifeMs: number) => {
    const text = JSON.stringify({ purpose, until: clock.now() + lifeMs, content });
    return `${Buffer.from(text).toString('base64url')}.${signature(key, text).toString('base64url')}`;
  };
  return {
    issueDownload: (ticket) => issue('download', ticket, limits.downloadUrlLifeMs),
    readDownload: (text) => read(text, 'download', download, key, clock),
    issueEmbed: (ticket) => issue('embed', ticket, limits.embedLinkSeconds * 1000),
    readEmbed: (text) => read(text, 'embed', download, key, clock),
    issueThumbnail: (ticket) => issue('thumbnail', ticket, limits.downloadUrlLifeMs),
    readThumbnail: (text) => read(text, 'thumbnail', thumbnail, key, clock),
    issueZip: (ticket) => issue('zip', ticket, limits.downloadUrlLifeMs),
    readZip: (text) => read(text, 'zip', zip, key, clock),
    issueChannel: (ticket) => issue('channel', ticket, channelLifeMs),
    readChannel: (text) => read(text, 'channel', channel, key, clock),
    issueLinkProof: (proof) => issue('link', proof, linkProofLifeMs),
    readLinkProof: (text) => read(text, 'link', linkProof, key, clock),
  };
}

const envelope = z.object({ purpose: z.string(), until: z.number(), content: z.unknown() });

function read<T>(text: string, purpose: string, schema: z.ZodType<T>, key: string, clock: Clock): T | null {
  const [encoded, signed] = text.split('.');
  if (encoded === undefined || signed === undefined) return null;
  const content = Buffer.from(encoded, 'base64url').toString();
  const expected = signature(key, content);
  const given = Buffer.from(signed, 'base64url');
  // The signature comes first: an unsigned text is never parsed.
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  const ticket = envelope.parse(JSON.parse(content));
  if (ticket.purpose !== purpose || ticket.until <= clock.now()) return null;
  // An earlier version of the service may have signed another form.
  return schema.safeParse(ticket.content).data ?? null;
}

function signature(key: string, text: string): Buffer {
  return createHmac('sha256', key).update('ticket:').update(text).digest();
}
