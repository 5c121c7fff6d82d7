import { formatContentRange } from '../../../../../contract/rules/content-range.ts';
import { formatDigest } from '../../../../../contract/rules/digest.ts';
import { sha1Of } from '../../../../support/service/callers/service-caller.ts';
import type { Arrange, Tries, Try } from '../../tries.ts';
import { type AuthorisationWorld, ok } from '../../world.ts';

/** The smallest content that a session is made for: one that its every part repeats. */
const content = Buffer.alloc(20_000_000, 'a');
const asJson = { 'content-type': 'application/json' };

const openAt = async (world: AuthorisationWorld, path: string, target: object) => {
  const body = JSON.stringify({ ...target, file_size: content.length });
  const session = await ok(world.owner.send('POST', `${world.service.uploadUrl}${path}`, body, asJson));
  const url = `${world.service.uploadUrl}/files/upload_sessions/${session.id}`;
  return { url, session, params: { session_id: session.id } };
};

const openSession = (world: AuthorisationWorld) =>
  openAt(world, '/files/upload_sessions', { folder_id: world.folderId, file_name: world.freshName() });

/** Sends all parts of a session, and returns its commit. */
const commitOf = async (
  world: AuthorisationWorld,
  { params, session, url }: Awaited<ReturnType<typeof openSession>>,
): Promise<Try> => {
  const parts = [];
  for (let offset = 0; offset < content.length; offset += session.part_size) {
    const bytes = content.subarray(offset, offset + session.part_size);
    parts.push((await ok(world.owner.part(url, bytes, offset, content.length))).part);
  }
  return { params, body: { parts }, headers: { digest: formatDigest(sha1Of(content)) } };
};

/** The commit of a new version, which has a former etag. */
export const commitOfVersion: Arrange = async (world) => {
  const { id } = await world.newFile();
  return commitOf(world, await openAt(world, `/files/${id}/upload_sessions`, {}));
};

export const uploadSessionTries: Tries = {
  createUploadSession: async (world) => ({
    body: { folder_id: world.folderId, file_size: content.length, file_name: world.freshName() },
  }),
  createVersionUploadSession: async (world) => ({
    params: { file_id: (await world.newFile()).id },
    body: { file_size: content.length },
  }),
  getUploadSession: async (world) => ({ params: (await openSession(world)).params }),
  uploadPart: async (world) => {
    const { params, session } = await openSession(world);
    const bytes = content.subarray(0, session.part_size);
    const range = formatContentRange({ start: 0, end: bytes.length - 1, total: content.length });
    return {
      params,
      raw: { bytes, type: 'application/octet-stream' },
      headers: { digest: formatDigest(sha1Of(bytes)), 'content-range': range },
    };
  },
  listParts: async (world) => ({ params: (await openSession(world)).params }),
  commitUploadSession: async (world) => commitOf(world, await openSession(world)),
  logUploadEvent: async (world) => ({ params: (await openSession(world)).params, body: { event: 'paused' } }),
  abortUploadSession: async (world) => ({ params: (await openSession(world)).params }),
};
