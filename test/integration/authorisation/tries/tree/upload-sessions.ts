import { formatContentRange } from '../../../../../contract/rules/content-range.ts';
import { formatDigest } from '../../../../../contract/rules/digest.ts';
import { sha1Of } from '../../../../support/service/service-caller.ts';
import type { Tries } from '../../tries.ts';
import { type AuthorisationWorld, ok } from '../../world.ts';

/** The smallest content that a session is made for: one that its every part repeats. */
const content = Buffer.alloc(20_000_000, 'a');
const asJson = { 'content-type': 'application/json' };

const openSession = async (world: AuthorisationWorld) => {
  const body = { folder_id: world.folderId, file_size: content.length, file_name: world.freshName() };
  const url = `${world.service.uploadUrl}/files/upload_sessions`;
  const session = await ok(world.owner.send('POST', url, JSON.stringify(body), asJson));
  return { url: `${url}/${session.id}`, session, params: { session_id: session.id } };
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
  commitUploadSession: async (world) => {
    const { params, session, url } = await openSession(world);
    const parts = [];
    for (let offset = 0; offset < content.length; offset += session.part_size) {
      const bytes = content.subarray(offset, offset + session.part_size);
      parts.push((await ok(world.owner.part(url, bytes, offset, content.length))).part);
    }
    return { params, body: { parts }, headers: { digest: formatDigest(sha1Of(content)) } };
  },
  logUploadEvent: async (world) => ({ params: (await openSession(world)).params, body: { event: 'paused' } }),
  abortUploadSession: async (world) => ({ params: (await openSession(world)).params }),
};
