import { useQueries } from '@tanstack/react-query';
import type { ServiceAnswer } from '../../../preload/ipc/service-calls.ts';
import { useBridge } from '../bridge/bridge.ts';
import { callService, SERVICE } from '../service/service.ts';

/** A synced folder as the service reports it. */
export type RootFolder = {
  /** Bytes of all files in it, also of those that are not on this computer. */
  readonly bytes: number;
  readonly isShared: boolean;
  readonly owner: { readonly id: string; readonly name: string } | null;
};

/** The synced folders on the service, by id; without those that it has not answered for. */
export function useRootFolders(remoteIds: readonly string[]): ReadonlyMap<string, RootFolder> {
  const bridge = useBridge();
  return useQueries({
    queries: remoteIds.map((id) => {
      const request = { params: { folder_id: id }, query: { fields: 'id,type,size,has_collaborations,owned_by' } };
      return {
        queryKey: [SERVICE, 'getFolder', request],
        queryFn: () => callService(bridge, 'getFolder', request),
        select: (folder: ServiceAnswer<'getFolder'>) => [id, rootFolderOf(folder)] as const,
      };
    }),
    combine: byId,
  });
}

const byId = (
  answers: readonly { readonly data: readonly [string, RootFolder] | undefined }[],
): ReadonlyMap<string, RootFolder> => new Map(answers.map(({ data }) => data).filter((data) => data !== undefined));

function rootFolderOf({
  size = 0,
  has_collaborations: isShared = false,
  owned_by: owner,
}: ServiceAnswer<'getFolder'>): RootFolder {
  return {
    bytes: size,
    isShared,
    owner: owner?.id === undefined ? null : { id: owner.id, name: owner.name ?? owner.login ?? '' },
  };
}
