import { File, Folder } from 'lucide-react';
import type { ReactNode } from 'react';
import { hrefOf } from '../../state/hooks/route.ts';
import { useService } from '../../state/service/service.ts';
import { texts } from '../../texts/texts.ts';

/** The name of a file or folder by its id; null asks for nothing. An inaccessible item gets a placeholder. */
export function useItemName(item: { readonly type: 'file' | 'folder'; readonly id: string } | null): {
  readonly name: string;
  readonly isSeen: boolean;
} {
  const fields = 'id,type,name';
  const id = item?.id ?? '';
  const folder = useService(
    'getFolder',
    item?.type === 'folder' ? { params: { folder_id: id }, query: { fields, limit: 1 } } : null,
  );
  const file = useService('getFile', item?.type === 'file' ? { params: { file_id: id }, query: { fields } } : null);
  const { data, isError } = item?.type === 'folder' ? folder : file;
  const unseen = item === null || !isError ? '…' : texts.manage.unseenItem(item.type, id);
  return { name: data?.name ?? unseen, isSeen: data !== undefined };
}

/** The name of a file or folder; a folder links to its page. */
export function ItemName({ type, id }: { type: 'file' | 'folder'; id: string }): ReactNode {
  const { name, isSeen } = useItemName({ type, id });
  const Icon = type === 'folder' ? Folder : File;
  return (
    <span className="flex min-w-0 items-center gap-2">
      <Icon aria-hidden className="size-4 shrink-0 text-dim" />
      {type === 'folder' && isSeen ? (
        <a href={hrefOf('files', { folder: id })} dir="auto" className="truncate hover:underline" title={name}>
          {name}
        </a>
      ) : (
        <span dir="auto" className="truncate" title={name}>
          {name}
        </span>
      )}
    </span>
  );
}
