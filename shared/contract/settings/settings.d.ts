import { type ReadSetting } from '@tallystick/contract/setting-values';
export type DeclaredSettings = Readonly<Record<string, ReadSetting>>;
type ValueOf<Setting extends ReadSetting> = Setting extends {
    enum: readonly (infer Word)[];
} ? Word : Setting['default'] extends boolean ? boolean : Setting['default'] extends number ? number : string;
export type Settings<Declared extends DeclaredSettings> = {
    readonly [Name in keyof Declared]: ValueOf<Declared[Name]>;
};
export declare const SettingsContext: import("react").Context<Readonly<{
    [x: string]: string | number | boolean;
}> | undefined>;
export declare function useSettings<Declared extends DeclaredSettings>(declared: Declared): Settings<Declared>;
export declare function settings<Declared extends DeclaredSettings>(declared: Declared, request: Request): Settings<Declared>;
export {};
