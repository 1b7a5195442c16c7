import { Combobox, Option } from '@fluentui/react-components';
import { useText } from '@redoubt/i18n';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useCall, useEnvironment } from '../../../app/console-context.tsx';
import { personQuery, suggestionsQuery } from '../people.queries.ts';

const MOST = 20;

/** The sentence "what can … do in … and why", with the person or group to choose by typing. */
export const HolderChoice = (props: {
  readonly holderId: string | undefined;
  readonly onChoose: (id: string) => void;
}): ReactNode => {
  const { holderId, onChoose } = props;
  const text = useText('people');
  const call = useCall();
  const { id: environmentId, name } = useEnvironment();
  const [typed, setTyped] = useState<string | null>(null);
  const chosen = useQuery({
    ...personQuery(call, environmentId, holderId ?? ''),
    enabled: holderId !== undefined,
  });
  const suggestions = useQuery(suggestionsQuery(call, environmentId, typed ?? ''));
  return (
    <span className="row-wrap-middle">
      {text('who.whatCan')}
      <Combobox
        size="small"
        aria-label={text('who.choose')}
        placeholder={text('who.choose')}
        value={typed ?? chosen.data?.name ?? ''}
        selectedOptions={holderId === undefined ? [] : [holderId]}
        onInput={(event) => setTyped(event.currentTarget.value)}
        onOptionSelect={(_event, { optionValue }) => {
          setTyped(null);
          if (optionValue !== undefined) onChoose(optionValue);
        }}
        onBlur={() => setTyped(null)}
      >
        {(suggestions.data?.rows ?? []).slice(0, MOST).map((row) => (
          <Option key={row.id} value={row.id} text={row.name}>
            <b>{row.name}</b> <span className="soft">{row.username}</span>
          </Option>
        ))}
      </Combobox>
      {text('who.doIn')} <b>{name}</b> {text('who.why')}
    </span>
  );
};
