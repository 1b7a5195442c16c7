import type { DataTarget, TraceTargetKind, TraceTargetSettings } from '@redoubt/domain';

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).hostname : url);

/** Where a subscription of event tracing sends to; null for files, which stay with the installation. */
export const traceTarget = ({
  kind,
  settings,
}: {
  readonly kind: TraceTargetKind;
  readonly settings: TraceTargetSettings;
}): DataTarget | null => {
  if (kind === 'file') return null;
  return { kind: 'host', name: kind === 'webhook' ? hostOf(String(settings['url'])) : String(settings['host']) };
};

/** Where a mail goes to. */
export const mailTarget = (address: string): DataTarget => ({
  kind: 'mail',
  name: address.slice(address.lastIndexOf('@') + 1).toLowerCase(),
});
