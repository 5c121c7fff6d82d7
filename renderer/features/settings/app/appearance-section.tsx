import type { ReactNode } from 'react';
import { windowChoices } from '../../../../preload/ipc/shapes/window-choices.ts';
import { Select } from '../../../components/controls/select.tsx';
import { Card, Section } from '../../../components/layout/card.tsx';
import { useKeptChoice } from '../../../state/preferences/kept-choice.ts';
import { texts } from '../../../texts/texts.ts';
import { LanguageChoice } from './language-choice.tsx';

/** Theme and language of the window. */
export function AppearanceSection(): ReactNode {
  const [theme, choose] = useKeptChoice('theme');
  return (
    <Section title={texts.settings.appearance}>
      <Card className="flex flex-wrap gap-4 p-4">
        <Select
          label={texts.settings.theme}
          options={windowChoices.theme.map((id) => ({ id, label: texts.navigation.themes[id] }))}
          value={theme}
          onChange={choose}
        />
        <LanguageChoice />
      </Card>
    </Section>
  );
}
