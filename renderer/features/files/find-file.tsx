import { FolderX } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import type { ServiceAnswer, ServiceRequest } from '../../../preload/ipc/service-calls.ts';
import { EmptyState, ErrorState, Skeleton } from '../../components/feedback/page-state.tsx';
import { Card } from '../../components/layout/card.tsx';
import { hrefOf } from '../../state/hooks/route.ts';
import { fields } from '../../state/items/item.ts';
import { useService } from '../../state/service/service.ts';
import { texts } from '../../texts/texts.ts';

/** The file that a link names; null: it is not known, or there is none. */
export const useLinkedFile = (fileId: string | null): ServiceAnswer<'getFile'> | null => {
  const file = useService('getFile', fileId === null ? null : linkRequest(fileId));
  return file.error === null ? (file.data ?? null) : null;
};

const linkRequest = (fileId: string): ServiceRequest<'getFile'> => ({ params: { file_id: fileId }, query: { fields } });

/** Handles a link that names a file by id only: opens its folder with the file selected. `details`: the tab of its details to open. */
export function FindFile({ fileId, details }: { fileId: string; details: string | null }): ReactNode {
  const file = useService('getFile', linkRequest(fileId));
  const parent = file.data?.parent;
  const folderId = file.data === undefined ? null : (parent?.id ?? '0');
  useEffect(() => {
    // Replaces this URL, so that going back does not return here.
    if (folderId === null) return;
    const tab = details === null ? {} : { details };
    window.location.replace(hrefOf('files', { folder: folderId, file: fileId, ...tab }));
  }, [folderId, fileId, details]);
  return (
    <div className="px-4 py-6 md:px-8">
      <h1 className="sr-only">{texts.navigation.files}</h1>
      {file.error === null ? (
        <Skeleton className="h-64" />
      ) : (
        <Card>
          {file.error.code === 'not_found' ? (
            <EmptyState icon={FolderX} title={texts.files.fileGone}>
              <a href={hrefOf('files')} className="text-accent underline">
                {texts.files.toTop}
              </a>
            </EmptyState>
          ) : (
            <ErrorState
              sentence={file.error.message}
              remedy={file.error.remedy}
              onRetry={() => {
                void file.refetch();
              }}
            />
          )}
        </Card>
      )}
    </div>
  );
}
