import { TagRegular } from '@fluentui/react-icons';
import type { RuleReport } from '@redoubt/contracts';
import { useFormats, useText } from '@redoubt/i18n';
import { Chip } from '@redoubt/ui';
import type { ReactNode } from 'react';

export type MaturityChipProps = {
  readonly maturity?: Pick<NonNullable<RuleReport['maturity']>, 'labels' | 'share'> | null | undefined;
};

/** Which share of the fraud labels of a period should have arrived by now; nothing where too few say so. */
export const MaturityChip = (props: MaturityChipProps): ReactNode => {
  const text = useText('reports');
  const formats = useFormats();
  const { labels, share } = props.maturity ?? { labels: 0, share: null };
  return share === null ? null : (
    <Chip icon={TagRegular} title={text('maturity.title', { count: labels })}>
      {text('maturity.chip', { share: formats.percent(share * 100, 0) })}
    </Chip>
  );
};
