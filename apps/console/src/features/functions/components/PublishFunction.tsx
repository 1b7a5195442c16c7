import type { FunctionDetail, FunctionText } from '@redoubt/contracts';
import { breakingChanges, type FunctionDefinition } from '@redoubt/domain';
import { useText } from '@redoubt/i18n';
import { ConfirmPanel } from '@redoubt/ui';
import { CallerList } from './CallerList.tsx';

/** Stands for the inputs among what a new text no longer has. */
const INPUTS = '(…)';

const definitionOf = (text: FunctionText): FunctionDefinition => text as FunctionDefinition;

/** Who reads what the new text no longer has, and what that is. */
const brokenBy = ({ versions: [newest], callers }: FunctionDetail, text: FunctionText) => {
  if (newest === undefined) return { gone: [], broken: [] };
  const gone = breakingChanges(definitionOf(newest), definitionOf(text));
  const keys = new Set(gone.map((name) => name.toLowerCase()));
  const broken = callers.filter(
    ({ properties }) => keys.has(INPUTS) || properties.some((property) => keys.has(property.toLowerCase())),
  );
  return { gone, broken };
};

export type PublishFunctionProps = {
  readonly detail: FunctionDetail;
  readonly text: FunctionText;
  readonly busy: boolean;
  readonly onConfirm: (acceptBreaking: boolean) => void;
  readonly onCancel: () => void;
};

/** Asks before a function is published: who calls it, and who loses what they read. */
export const PublishFunction = ({ detail, text: draft, busy, onConfirm, onCancel }: PublishFunctionProps) => {
  const text = useText('functions');
  const common = useText('common');
  const { gone, broken } = brokenBy(detail, draft);
  const breaks = broken.length > 0;
  return (
    <ConfirmPanel
      title={text('publishTitle', { name: detail.name })}
      confirmText={breaks ? text('publishBreaking') : common('action.publish')}
      busy={busy}
      onConfirm={() => onConfirm(breaks)}
      onCancel={onCancel}
    >
      {breaks ? (
        <>
          <p>
            {text('breaks', {
              outputs: gone.map((name) => (name === INPUTS ? text('inputs') : name)).join(', '),
            })}
          </p>
          <CallerList callers={broken} />
        </>
      ) : detail.callers.length === 0 ? (
        text('publishBody')
      ) : (
        <CallerList callers={detail.callers} />
      )}
    </ConfirmPanel>
  );
};
