import { Textarea } from '@fluentui/react-components';
import { useText } from '@redoubt/i18n';
import { CommandButton, SidePanel, useCopy } from '@redoubt/ui';
import { useId, useState } from 'react';
import { useConsole } from '../app/console-context.tsx';
import { PRODUCT_NAME } from './product.ts';

/** Feedback for the operator of this installation, with the facts they need to act on it. Nothing is sent from here. */
export const FeedbackPanel = ({ onClose }: { readonly onClose: () => void }) => {
  const text = useText('shell');
  const ui = useText('ui');
  const id = useId();
  const { me, environment } = useConsole();
  const [words, setWords] = useState('');
  const { copied, copy } = useCopy();
  const report = () =>
    copy(
      [
        words,
        '',
        `${PRODUCT_NAME} ${me.build.label} (${me.build.environment})`,
        location.href,
        `${environment.name} ${environment.id}`,
        navigator.userAgent,
      ].join('\n'),
    );
  return (
    <SidePanel title={text('feedback.title')} onClose={onClose} over>
      <p className="soft">{text('feedback.body')}</p>
      <label htmlFor={id}>{text('feedback.words')}</label>
      <Textarea
        id={id}
        data-autofocus
        rows={8}
        style={{ width: '100%' }}
        value={words}
        onChange={(_event, { value }) => setWords(value)}
      />
      <CommandButton
        primary
        command={{
          id: 'copy',
          text: copied ? ui('copied') : text('feedback.copy'),
          onSelect: () => void report(),
          disabledReason: words.trim() ? undefined : text('feedback.empty'),
        }}
      />
    </SidePanel>
  );
};
