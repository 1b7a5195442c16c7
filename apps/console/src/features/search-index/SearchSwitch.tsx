import { Checkbox } from '@fluentui/react-components';
import type { SearchIndexDetail } from '@redoubt/contracts';
import { useText } from '@redoubt/i18n';
import { CommandButton, ConfirmPanel, DateTimeText, ErrorState, ToneChip } from '@redoubt/ui';
import { useState, type ReactNode } from 'react';
import { useSearchIndexMutations } from './search-index.queries.ts';

/** Whether the tenant can be searched, what that changes, and the switch with a look at what it causes. */
export const SearchSwitch = ({ detail }: { readonly detail: SearchIndexDetail }): ReactNode => {
  const { isOn, foundFrom, root, isWhole, changed, version, canWrite } = detail;
  const text = useText('searchIndex');
  const { put } = useSearchIndexMutations();
  const [isAsking, setAsking] = useState(false);
  const [backfill, setBackfill] = useState(true);
  const turn = (): void => put.mutate({ version, isOn: !isOn, backfill }, { onSettled: () => setAsking(false) });
  return (
    <div className="stack-2 prose">
      <div className="row-wrap-middle" role="status">
        <ToneChip tone={isOn ? 'approve' : 'neutral'} text={text(isOn ? 'on' : 'off')} />
        {changed === null ? null : (
          <span className="soft">
            {text('changedBy', { by: changed.by })} <DateTimeText at={changed.at} />
          </span>
        )}
        {isOn && foundFrom !== null ? (
          <span>
            {text('foundFrom')} <DateTimeText at={foundFrom} />
          </span>
        ) : null}
      </div>
      <p>{text('what')}</p>
      <p className="soft">{text('unaffected')}</p>
      {root === null ? null : <p>{text('atRoot', { name: root })}</p>}
      {isWhole ? null : <p>{text('notWhole')}</p>}
      {put.error ? <ErrorState error={put.error} compact /> : null}
      {canWrite && !isAsking ? (
        <div className="row-wrap">
          <CommandButton
            appearance="outline"
            command={{ id: 'turnSearch', text: text(isOn ? 'turnOff' : 'turnOn'), onSelect: () => setAsking(true) }}
          />
        </div>
      ) : null}
      {isAsking ? (
        <ConfirmPanel
          title={text(isOn ? 'ask.off' : 'ask.on')}
          confirmText={text(isOn ? 'turnOff' : 'turnOn')}
          onConfirm={turn}
          onCancel={() => setAsking(false)}
          busy={put.isPending}
        >
          <p>{text(isOn ? 'ask.offEffect' : 'ask.onEffect')}</p>
          {isOn ? null : (
            <Checkbox
              label={text('ask.backfill')}
              checked={backfill}
              onChange={(_event, { checked }) => setBackfill(checked === true)}
            />
          )}
        </ConfirmPanel>
      ) : null}
    </div>
  );
};
