import { createBundledTexts, TextProvider } from '@redoubt/i18n';
import { render, type RenderResult } from '@testing-library/react';
import type { ReactNode } from 'react';
import { ThemeRoot } from '../theme/ThemeRoot.tsx';

/** Renders a part with theme and English texts around it, times in UTC. */
export const renderUi = (part: ReactNode): RenderResult =>
  render(
    <ThemeRoot theme="light">
      <TextProvider texts={createBundledTexts()} timeZone="utc">
        {part}
      </TextProvider>
    </ThemeRoot>,
  );
