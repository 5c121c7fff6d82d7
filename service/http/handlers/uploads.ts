import type { FullFile } from '../../../contract/resources/file.ts';
import type { UploadedFiles } from '../../../contract/resources/upload-session.ts';
import { preflightUpload, preflightVersion } from '../../domain/files/preflight-upload.ts';
import { uploadFile } from '../../domain/files/upload-file.ts';
import { uploadVersion } from '../../domain/files/upload-version.ts';
import { contentDates } from '../content-dates.ts';
import type { HandlerContext, Handlers } from '../handlers.ts';
import { shownItem } from '../shown-item.ts';

/** Uploads of one request, and the questions before them. */
export const uploadHandlers = {
  async preflightUpload({ body }, { service, caller, addresses }) {
    const { name, parent, size } = body;
    await preflightUpload(service, caller, { parentId: parent.id, name, sizeBytes: size ?? undefined });
    return { status: 200, body: { upload_url: addresses.upload() } };
  },

  async preflightVersion({ params, headers, body }, { service, caller, addresses }) {
    const fileId = params.file_id;
    const claim = { fileId, name: body?.name, sizeBytes: body?.size ?? undefined, ifMatch: headers['if-match'] };
    await preflightVersion(service, caller, claim);
    return { status: 200, body: { upload_url: addresses.upload(fileId) } };
  },

  async uploadFile({ query, headers, body: { attributes, content } }, { service, caller }) {
    const file = await uploadFile(service, caller, {
      parentId: attributes.parent.id,
      name: attributes.name,
      content,
      sha1: headers['content-md5'],
      ...contentDates(attributes),
    });
    return { status: 201, body: await uploaded(file, query.fields, { service, caller }) };
  },

  async uploadVersion({ params, query, headers, body: { attributes, content } }, { service, caller }) {
    const file = await uploadVersion(service, caller, {
      fileId: params.file_id,
      name: attributes.name,
      ifMatch: headers['if-match'],
      content,
      sha1: headers['content-md5'],
      ...contentDates(attributes),
    });
    return { status: 201, body: await uploaded(file, query.fields, { service, caller }) };
  },
} satisfies Partial<Handlers>;

/** The list of one file that uploads answer with. */
export async function uploaded(
  file: FullFile,
  fields: readonly string[] | undefined,
  context: Pick<HandlerContext, 'service' | 'caller'>,
): Promise<UploadedFiles> {
  return { total_count: 1, entries: [await shownItem(file, fields, context)] };
}
