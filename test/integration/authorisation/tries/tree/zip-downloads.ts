import type { Tries } from '../../tries.ts';
import { type AuthorisationWorld, ok } from '../../world.ts';

const zipOf = async (world: AuthorisationWorld) => ({ items: [{ type: 'file', id: (await world.newFile()).id }] });

export const zipDownloadTries: Tries = {
  createZipDownload: async (world) => ({ body: await zipOf(world) }),
  getZipDownloadStatus: async (world) => {
    const created = await ok(world.owner.post('/zip_downloads', await zipOf(world)));
    await ok(world.owner.send('GET', created.download_url));
    return { params: { zip_download_id: /zip_downloads\/(\w+)\/status/.exec(created.status_url)?.[1] ?? '' } };
  },
};
