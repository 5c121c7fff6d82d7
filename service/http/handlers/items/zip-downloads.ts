import { tokenUseOf } from '../../../domain/people/tokens/token-use.ts';
import { presentDate } from '../../../domain/representation/dates.ts';
import type { NamedItem } from '../../../domain/tree/zip-downloads/archive-names.ts';
import { createZipDownload } from '../../../domain/tree/zip-downloads/create-zip-download.ts';
import { getZipStatus } from '../../../domain/tree/zip-downloads/get-zip-status.ts';
import type { Handlers } from '../../handlers.ts';

/** Files and folders as one archive; its content has a route of its own. */
export const zipDownloadHandlers = {
  async createZipDownload({ body }, { service, caller, addresses }) {
    const items = body.items.map(({ type, id }) => ({ kind: type, id }));
    const { id, expiresAt, nameConflicts } = await createZipDownload(service, caller, {
      items,
      name: body.download_file_name,
      use: tokenUseOf(caller),
    });
    const { content, status } = addresses.zipDownload(id);
    return {
      status: 202,
      body: {
        download_url: content,
        status_url: status,
        expires_at: presentDate(expiresAt),
        name_conflicts: nameConflicts.map(([holder, renamed]) => [renamedItem(holder), renamedItem(renamed)] as const),
      },
    };
  },

  async getZipDownloadStatus({ params }, { service, caller }) {
    const status = await getZipStatus(service, caller, params.zip_download_id);
    const { state, totalFiles, downloadedFiles, skippedFiles, skippedFolders } = status;
    return {
      status: 200,
      body: {
        total_file_count: totalFiles,
        downloaded_file_count: downloadedFiles,
        skipped_file_count: skippedFiles,
        skipped_folder_count: skippedFolders,
        state,
      },
    };
  },
} satisfies Partial<Handlers>;

function renamedItem({ id, kind, name, archiveName }: NamedItem) {
  return { id, type: kind, original_name: name, download_name: archiveName };
}
