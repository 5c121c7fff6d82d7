import { selectFields } from '../../../../contract/fields.ts';
import { deleteVersion } from '../../../domain/tree/versions/delete-version.ts';
import { getVersion } from '../../../domain/tree/versions/get-version.ts';
import { listVersions } from '../../../domain/tree/versions/list-versions.ts';
import { promoteVersion } from '../../../domain/tree/versions/promote-version.ts';
import { restoreVersion } from '../../../domain/tree/versions/restore-version.ts';
import type { Handlers } from '../../handlers.ts';

/** Versions of files. */
export const fileVersionHandlers = {
  async listVersions({ params, query }, { service, caller }) {
    const { fields, offset = 0, limit } = query;
    const page = await listVersions(service, caller, { fileId: params.file_id, offset, limit });
    return { status: 200, body: { ...page, entries: page.entries.map((version) => selectFields(version, fields)) } };
  },

  async getVersion({ params, query }, { service, caller }) {
    const target = { fileId: params.file_id, versionId: params.file_version_id };
    return { status: 200, body: selectFields(await getVersion(service, caller, target), query.fields) };
  },

  async deleteVersion({ params, headers }, { service, caller }) {
    const target = { fileId: params.file_id, versionId: params.file_version_id, ifMatch: headers['if-match'] };
    await deleteVersion(service, caller, target);
    return { status: 204 };
  },

  async restoreVersion({ params, query }, { service, caller }) {
    const target = { fileId: params.file_id, versionId: params.file_version_id };
    return { status: 200, body: selectFields(await restoreVersion(service, caller, target), query.fields) };
  },

  async promoteVersion({ params, query, headers, body }, { service, caller }) {
    const { id: versionId, name } = body;
    const target = { fileId: params.file_id, versionId, name, ifMatch: headers['if-match'] };
    return { status: 201, body: selectFields(await promoteVersion(service, caller, target), query.fields) };
  },
} satisfies Partial<Handlers>;
