import type { CallerAnswer, Headers, Seen, ServiceCaller } from '../service/callers/service-caller.ts';

/** Creates uniquely named items of one person and shares them by link. */
export interface LinkedItems {
  newFolder(parent?: string): Promise<Seen>;
  newFile(parent?: string, content?: string): Promise<Seen>;
  newWebLink(): Promise<Seen>;
  /** Sets the shared link of a file, as the owner or as another person. */
  share(file: Seen, sharedLink: unknown, as?: ServiceCaller): Promise<CallerAnswer>;
}

/** `owner` is a function because the service starts only after the test file is loaded. */
export function linkedItems(owner: () => ServiceCaller): LinkedItems {
  let made = 0;
  return {
    newFolder: async (parent = '0') =>
      (await owner().post('/folders', { name: `folder ${++made}`, parent: { id: parent } })).json,
    newFile: async (parent = '0', content = 'hello') => {
      const uploaded = await owner().upload({ name: `file ${++made}.txt`, parent: { id: parent } }, content);
      const [file] = uploaded.json.entries;
      if (!file) throw new Error('The upload answered without an entry.');
      return file;
    },
    newWebLink: async () => {
      const body = { url: 'https://example.com/', name: `web ${++made}`, parent: { id: '0' } };
      return (await owner().post('/web_links', body)).json;
    },
    share: (file, sharedLink, as = owner()) => as.put(`/files/${file.id}`, { shared_link: sharedLink }),
  };
}

/** The header that sends a request through a shared link. */
export const linkHeader = (url: string, password?: string): Headers => ({
  svcapi: `shared_link=${url}${password === undefined ? '' : `&shared_link_password=${password}`}`,
});
