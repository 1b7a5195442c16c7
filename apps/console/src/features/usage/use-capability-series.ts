import { USAGE_CAPABILITIES } from '@redoubt/contracts';
import { useText } from '@redoubt/i18n';
import { shadeOf } from '../../shared/report-charts/shade-of.ts';

/** How charts of usage name capabilities and tell them apart. */
export const useCapabilitySeries = () => {
  const text = useText('usage');
  return USAGE_CAPABILITIES.map((id, at) => ({
    id,
    name: text(`capability.${id}`),
    fill: shadeOf(at, USAGE_CAPABILITIES.length),
  }));
};
