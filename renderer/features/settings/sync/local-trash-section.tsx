import type { ReactNode } from 'react';
import { Card, Section } from '../../../components/layout/card.tsx';
import { TrashLimits } from '../../../parts/trash/trash-limits.tsx';
import { texts } from '../../../texts/texts.ts';

/** Retention time and size limit of the local trash. */
export const LocalTrashSection = (): ReactNode => (
  <Section title={texts.settings.trash}>
    <Card className="grid gap-4 p-4">
      <p className="text-dim text-small">{texts.settings.trashDetail}</p>
      <TrashLimits />
    </Card>
  </Section>
);
