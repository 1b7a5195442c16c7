const BROWSERS: readonly (readonly [string, RegExp])[] = [
  ['Edge', /\bEdg(?:A|iOS)?\/(\d+)/],
  ['Opera', /\bOPR\/(\d+)/],
  ['Samsung Internet', /\bSamsungBrowser\/(\d+)/],
  ['Firefox', /\b(?:Firefox|FxiOS)\/(\d+)/],
  ['Chrome', /\b(?:Headless)?Chrom(?:e|ium)\/(\d+)|\bCriOS\/(\d+)/],
  ['Safari', /\bVersion\/(\d+)[\d.]* (?:Mobile\/\S+ )?Safari\//],
];

const SYSTEMS: readonly (readonly [string, RegExp])[] = [
  ['Windows', /\bWindows NT\b/],
  ['Android', /\bAndroid\b/],
  ['iOS', /\b(?:iPhone|iPad|iPod)\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['macOS', /\bMac OS X\b/],
  ['Linux', /\bLinux\b/],
];

/** Browser and system that a `User-Agent` names, as far as it does; both are names and stand as they are in every language. */
export const browserName = (
  userAgent: string,
): { readonly browser: string | undefined; readonly system: string | undefined } => {
  const browser = BROWSERS.flatMap(([name, pattern]) => {
    const found = pattern.exec(userAgent);
    return found ? [`${name} ${found[1] ?? found[2] ?? ''}`.trim()] : [];
  })[0];
  return { browser, system: SYSTEMS.find(([, pattern]) => pattern.test(userAgent))?.[0] };
};
