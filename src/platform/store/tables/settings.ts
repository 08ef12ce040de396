interface SettingTable {
  name: string;
  value: string;
}

export interface SettingTables {
  setting: SettingTable;
}
