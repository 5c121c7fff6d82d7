import type { ReactNode } from 'react';
import type { KeptHere } from '../../../../preload/ipc/shapes/scope.ts';
import { rowKeys } from '../../../components/collection/row-keys.ts';
import { rowButtons } from '../../../components/controls/button-look.ts';
import { Card, Section } from '../../../components/layout/card.tsx';
import { FileIcon } from '../../../parts/files/file-icon.tsx';
import { fileType } from '../../../parts/files/file-type.ts';
import { placeOf } from '../../../parts/problems/place-of.ts';
import { useRoots } from '../../../state/bridge/roots.ts';
import { baseName } from '../../../state/items/base-name.ts';
import { texts } from '../../../texts/texts.ts';
import { KeptMenu } from './kept-menu.tsx';

/** The items that the person keeps on this computer only. */
export function KeptList({ items }: { items: readonly KeptHere[] }): ReactNode {
  const roots = useRoots();
  return (
    <Section title={texts.kept.title}>
      <Card>
        <ul aria-label={texts.kept.title} ref={rowKeys} className="divide-y divide-line">
          {items.map((item) => (
            <li key={`${item.rootId}/${item.path}`} className="flex min-h-14 items-center gap-x-3 px-4 py-2 sm:px-6">
              <FileIcon type={fileType(item.path)} size={32} />
              <div className="min-w-0 flex-1">
                <p className="truncate">{baseName(item.path)}</p>
                <p className="text-dense text-dim">
                  <bdi>{placeOf(item, roots)}</bdi>
                  {` · ${texts.kept.state}`}
                </p>
              </div>
              <div className={rowButtons}>
                <KeptMenu item={item} isKept />
              </div>
            </li>
          ))}
        </ul>
      </Card>
    </Section>
  );
}
