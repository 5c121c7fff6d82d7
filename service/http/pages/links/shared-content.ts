import type { FastifyReply, FastifyRequest } from 'fastify';
import { say } from '../../../../contract/rules/say.ts';
import { isAnonymous } from '../../../domain/access/anonymous.ts';
import { Refusal } from '../../../domain/refusal.ts';
import type { Service } from '../../../domain/service.ts';
import { downloadFile, previewFile } from '../../../domain/tree/files/downloads/download-file.ts';
import { createZipDownload } from '../../../domain/tree/zip-downloads/create-zip-download.ts';
import { sendContent } from '../../content/download-route.ts';
import { sendZip } from '../../content/zip-route.ts';
import { clientAddress } from '../../requests/client-address.ts';
import type { Visit } from './link-visits.ts';
import { previewKind } from './preview-kind.ts';

/** Previewed content may do nothing in a browser, and appear only in frames of this service. */
const previewPolicies = {
  image: "default-src 'none'; frame-ancestors 'none'; sandbox",
  // Browsers' PDF viewers do not work in a sandbox. A PDF has no scripts that could reach this service.
  pdf: "default-src 'none'; style-src 'unsafe-inline'; object-src 'self'; frame-ancestors 'self'",
} as const;

/** Sends a file of a shared link as a download. */
export async function sendSharedDownload(
  service: Service,
  { caller }: Visit,
  fileId: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const content = await downloadFile(service, caller, { fileId });
  return sendContent(request, reply, content);
}

/** Sends a folder of a shared link, with everything in it that the visitor may download, as one archive. */
export async function sendSharedZip(
  service: Service,
  { caller }: Visit,
  folderId: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const items = [{ kind: 'folder' as const, id: folderId }];
  const network = isAnonymous(caller.user) ? clientAddress(request) : null;
  const { id } = await createZipDownload(service, caller, { items, use: null, network });
  return sendZip(service, reply, id);
}

/**
 * Sends a file for the page that shows it. Only pictures and documents are sent under their own type, chosen by name alone;
 * browsers must not guess a different type from the content.
 */
export async function sendSharedPreview(
  service: Service,
  { caller }: Visit,
  fileId: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const content = await previewFile(service, caller, fileId);
  const preview = previewKind(content.fileName);
  if (preview.kind !== 'image' && preview.kind !== 'pdf') {
    throw new Refusal('not_found', say`This file has no preview at this URL.`);
  }
  return sendContent(request, reply, content, {
    'content-type': preview.mediaType,
    'content-disposition': 'inline',
    'content-security-policy': previewPolicies[preview.kind],
    'x-frame-options': preview.kind === 'pdf' ? 'SAMEORIGIN' : 'DENY',
  });
}
