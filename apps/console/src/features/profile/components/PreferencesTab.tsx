import { useText } from '@redoubt/i18n';
import { Section } from '@redoubt/ui';
import type { ReactNode } from 'react';
import { PreferenceFields } from '../../../preferences/PreferenceFields.tsx';
import { ConsolePage } from '../../../shell/ConsolePage.tsx';
import styles from './profile.module.css';

/** How the console looks and works for this person, wherever they sign in. */
export const PreferencesTab = ({ tabs }: { readonly tabs: ReactNode }): ReactNode => {
  const routes = useText('routes');
  const shell = useText('shell');
  return (
    <ConsolePage title={routes('profile.title')} tabs={tabs}>
      <Section title={shell('preferences.title')} meta={shell('preferences.hint')}>
        <PreferenceFields className={styles.fields} />
      </Section>
    </ConsolePage>
  );
};
