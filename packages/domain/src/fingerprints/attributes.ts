/**
 * Name on screens where it is not what the key spells out; key; and nothing else: every value is a text
 * (`docs/reference/wire.md#device-facts`).
 */
type Attribute = { readonly key: string; readonly name: string };

const camel = (name: string): string => {
  const [first = '', ...rest] = name.replaceAll(/[^\dA-Za-z ]/g, '').split(/\s+/);
  return [
    first.toLowerCase(),
    ...rest.map((word) => `${word[0]?.toUpperCase() ?? ''}${word.slice(1).toLowerCase()}`),
  ].join('');
};

const attribute = (entry: string): Attribute => {
  const [name = '', key = camel(name)] = entry.split('=');
  return { key, name };
};

const list = (text: string): readonly Attribute[] => text.split(/;\s*/).map(attribute);

/** What is collected about a browser, by category; `Name=key` where the key is not the name in camel case. */
export const DEVICE_ATTRIBUTES = {
  derived: list('Device ID=deviceId; Cookie Device ID=cookieDeviceId; Confidence=deviceIdConfidence'),
  history: list('Session Count; IP Address History=ipAddressHistory'),
  network: list(
    'True IP=trueIp; IP Version=ipVersion; Country Code=deviceCountryCode; State=deviceState; City=deviceCity; Postal Code=devicePostalCode; Latitude; Longitude; Time Zone of IP=ipTimeZone; Autonomous System Number=deviceAsn; Organization; Carrier; Proxy=proxy; Proxy IP=proxyIp; Proxy Type=proxyType; Connection Type; Line Speed; Round Trip Time',
  ),
  browser: list(
    'User Agent String=browserUserAgent; User Agent Browser; User Agent Browser Version=userAgentBrowserVersion; User Agent OS=userAgentOperatingSystem; User Agent OS Version=deviceSystemVersion; User Agent Platform; User Agent Device Family; Device Model Name=deviceModelName; User Agent Mobile; User Agent Type; Browser Languages=browserUserAgentLanguages; Script User Agent; Script User Agent Languages; HTTP Headers=httpHeaders; Profiled Domain; Second-Level Domain=sld; URL Referrer=urlReferrer; Is Cookie Enabled=cookieEnabled; SDK Type=sdkType',
  ),
  hints: list(
    'Architecture=userAgentHintArchitecture; Bitness=userAgentHintBitness; Mobile=userAgentHintMobile; Model=userAgentHintModel; Platform=userAgentHintPlatform; Platform Version=userAgentHintPlatformVersion; Browser=userAgentHintBrowser; Browser Major Version=userAgentHintBrowserMajorVersion; Full Version List=userAgentHintFullVersionList',
  ),
  script: list(
    'Platform; Screen Resolution; Screen Color Depth; Time Zone=timeZone; Time Zone Offset=timeZoneOffset; Realtime Time Zone Offset=realtimeTimezoneOffset; Daylight Saving Offset; Fonts Count=fontsCount; Fonts Hash; Plug-Ins=plugins; Plug-In Count=pluginsCount; Plug-In Hash=pluginsHash; Mime Type Count=mimeTypesCount; Mime Type Hash=mimeTypesHash; Logical Process Count; Processor Class; OS CPU=osCpu; Product Sub; Eval Function Length; Online Status; On Page Time; Is Chromium; Is Opera; Is Flash Detected; Is JavaScript Enabled=javaScriptEnabled',
  ),
  graphics: list('Image Data URL Hash=imageDataUrlHash; Vendor; Renderer; Unmasked Vendor; Unmasked Renderer'),
  app: list(
    'Device System Name=deviceSystemName; Manufacturer=deviceManufacturer; Brand=deviceBrand; Is Device Emulator=isDeviceEmulator; Is Device Rooted=isDeviceRooted; Data Network Type=dataNetworkType; Network Operator=networkOperator; SIM Country ISO=simCountryIso; Is Wi-Fi Enabled=isWifiEnabled; IP Address V4=localIpv4; IP Address V6=localIpv6; Preferred Languages=preferredLanguages; App Package Name=appPackageName; App Version Name=appVersionName; App Version Code=appVersionCode; Installer Package Name=installerPackageName; Is ADB Enabled=isAdbEnabled; Battery Level=batteryLevel; Is Battery Charging=isBatteryCharging; Font Scale=fontScale; Total Memory=totalMemory; System Uptime=systemUptime',
  ),
  anomalies: list(
    'Browser Automation; Headless App Version; Time Zone Mismatch; OS Mismatch=osMismatch; Session Anomaly; Screen Resolution Anomaly; User Agent Browser Anomaly; User Agent Languages Anomaly; Bot Score',
  ),
} as const;

/** A group of attributes on screens. */
export type DeviceCategory = keyof typeof DEVICE_ATTRIBUTES;
export const DEVICE_CATEGORIES = Object.keys(DEVICE_ATTRIBUTES) as readonly DeviceCategory[];

const keys = (text: string): readonly string[] => text.split(' ');

/** Attributes that an answer of the purchase generation carries. */
export const PURCHASE_DEVICE_KEYS = keys(
  'browserUserAgent browserUserAgentLanguages carrier cookieEnabled deviceCity deviceCountryCode deviceId devicePostalCode deviceState fontsCount javaScriptEnabled mimeTypesCount platform plugins pluginsCount proxy screenResolution timeZoneOffset trueIp userAgentType',
);

/** Attributes that an answer of the account generation carries. */
export const ACCOUNT_DEVICE_KEYS = keys(
  'browserUserAgent browserUserAgentLanguages carrier dataNetworkType deviceAsn deviceCity deviceCountryCode deviceId deviceModelName devicePostalCode deviceState deviceSystemVersion ipRoutingType isDeviceEmulator isDeviceRooted isWifiEnabled localIpv4 localIpv6 platform proxy proxyIp proxyLastDetected proxyType realtimeTimezoneOffset sdkType sld tcpDistance timeZone trueIp userAgentBrowser userAgentOperatingSystem userAgentPlatform',
);

/** The usual facts: what `Device.GetAttributes` gives. */
export const USUAL_DEVICE_KEYS = keys(
  'trueIp realtimeTimezoneOffset sld timeZone deviceId deviceCountryCode deviceState deviceCity devicePostalCode deviceAsn platform browserUserAgentLanguages browserUserAgent tcpDistance carrier ipRoutingType proxy userAgentPlatform userAgentBrowser userAgentOperatingSystem sdkType userAgentType cookieEnabled fontsCount javaScriptEnabled mimeTypesCount pluginsCount screenResolution timeZoneOffset',
);

/**
 * Session ids are made by the shop: letters, digits, `_`, `-` and, as mobile SDKs write them (`a.<guid>`), dots within.
 */
export const SESSION_ID = /^[\w-][\w.-]{0,127}$/;

/** Days a session is kept; what an event used of it lives with the event. */
export const SESSION_DAYS = 28;

/** Where the events of a kind name the session; one of the account generation in `device`. */
export const SESSION_PATHS = [
  'deviceContext.deviceContextId',
  'device.deviceContextId',
  'deviceFingerprinting.id',
  'deviceContextId',
] as const;
