import type { ReactNode } from 'react';
import type { Conflict } from '../../../preload/ipc/shapes/attention.ts';
import { LinkButton } from '../../components/controls/link-button.tsx';
import { Card, Section } from '../../components/layout/card.tsx';
import { FactLine } from '../../components/layout/fact-line.tsx';
import { FileIcon } from '../../parts/files/file-icon.tsx';
import { fileType } from '../../parts/files/file-type.ts';
import { hrefOf } from '../../state/hooks/route.ts';
import { useNow } from '../../state/hooks/use-now.ts';
import { formatWhen } from '../../texts/format.ts';
import { texts } from '../../texts/texts.ts';

/** Items that changed in two places; both versions are kept until the user decides. */
export function ConflictList({ conflicts, total }: { conflicts: readonly Conflict[]; total: number }): ReactNode {
  const nowMs = useNow(60_000);
  return (
    <Section title={texts.attention.conflicts(total)}>
      <Card>
        <ul className="divide-y divide-line">
          {conflicts.map((conflict) => (
            <li key={conflict.id} className="flex min-h-18 flex-wrap items-center gap-3 px-4 py-2.5 sm:px-6">
              <FileIcon type={conflict.itemKind === 'folder' ? 'folder' : fileType(conflict.path)} size={32} />
              <div className="min-w-0 flex-[1_1_12rem]">
                <p className="font-semibold">{conflict.sentence}</p>
                <FactLine facts={[conflict.path, formatWhen(conflict.atMs, nowMs)]} />
              </div>
              <LinkButton
                href={hrefOf('attention', { conflict: String(conflict.id) })}
                label={texts.attention.compareOf(conflict.path)}
              >
                {texts.attention.compare}
              </LinkButton>
            </li>
          ))}
        </ul>
      </Card>
    </Section>
  );
}
