import { File, Folder } from 'lucide-react';
import type { ReactNode } from 'react';
import { hrefOf } from '../state/route.ts';
import { useService } from '../state/service.ts';
import { texts } from '../style/texts.ts';

/** The name of a file or folder that is known by its id; a folder leads to its page. What the person does not see is said so. */
export function ItemName({ type, id }: { type: 'file' | 'folder'; id: string }): ReactNode {
  const fields = 'id,type,name';
  const folder = useService(
    'getFolder',
    type === 'folder' ? { params: { folder_id: id }, query: { fields, limit: 1 } } : null,
  );
  const file = useService('getFile', type === 'file' ? { params: { file_id: id }, query: { fields } } : null);
  const item = type === 'folder' ? folder : file;
  const Icon = type === 'folder' ? Folder : File;
  const name = item.data?.name ?? (item.isError ? texts.manage.unseenItem(type, id) : '…');
  return (
    <span className="flex min-w-0 items-center gap-2">
      <Icon aria-hidden className="size-4 shrink-0 text-dim" />
      {type === 'folder' && item.data !== undefined ? (
        <a href={hrefOf('files', { folder: id })} className="truncate hover:underline" title={name}>
          {name}
        </a>
      ) : (
        <span className="truncate" title={name}>
          {name}
        </span>
      )}
    </span>
  );
}
