// The words of the atlas, loaded with it.

import type { Language } from '../state/settings.svelte';
import { persianTexts } from '../texts/digits';

export interface AtlasTexts {
  about: string;
  find: string;
  /** The game on the page begins like these. */
  here: string;
  none: string;
  /** What is said of a family without a proof. */
  far: string;
  shifted: string;
  same: string;
  more: string;
}

const all: Record<Language, AtlasTexts> = {
  en: {
    about: 'All 4,096 octal codes with up to four digits, in {n} families whose first values are the same; {m} have a proved period. “Unknown” says no more than how far it was looked.',
    find: 'Code or first values', here: 'The first {n} values of the game on the page are those of:', none: 'No code of the atlas begins like this.', far: 'no period in {n} heaps',
    shifted: 'heap n is heap n{by} of {code}', same: '{n} {n:code|codes} with the same first values', more: '{n} more',
  },
  vi: {
    about: 'Tất cả 4.096 mã bát phân có tối đa bốn chữ số, gồm {n} họ có cùng các giá trị đầu; {m} họ có chu kỳ đã chứng minh. “Chưa biết” chỉ nói đã tìm đến đâu.',
    find: 'Mã hoặc các giá trị đầu', here: '{n} giá trị đầu của trò chơi trên trang trùng với:', none: 'Không có mã nào trong tập bản đồ bắt đầu như vậy.', far: 'không thấy chu kỳ trong {n} đống',
    shifted: 'đống n là đống n{by} của {code}', same: '{n} mã có cùng các giá trị đầu', more: 'còn {n} họ nữa',
  },
  zh: {
    about: '四位以内的全部 4,096 个八进制码，按开头的值相同分为 {n} 族；其中 {m} 族的周期已证明。“未知”只说明找到了多远。',
    find: '码或开头的值', here: '页面上游戏的前 {n} 个值与下列相同：', none: '图册中没有这样开头的码。', far: '{n} 个堆中没有周期',
    shifted: '堆 n 相当于 {code} 的堆 n{by}', same: '开头的值相同的码：{n} 个', more: '还有 {n} 族',
  },
  fa: {
    about: 'همهٔ 4,096 کد هشتایی با حداکثر چهار رقم، در {n} خانواده با مقدارهای آغازین یکسان؛ دورهٔ {m} خانواده اثبات شده است. «نامعلوم» تنها می‌گوید تا کجا جست‌وجو شده است.',
    find: 'کد یا مقدارهای آغازین', here: '{n} مقدار نخست بازی این صفحه همان مقدارهای این‌هاست:', none: 'هیچ کدی در اطلس چنین آغاز نمی‌شود.', far: 'در {n} توده دوره‌ای پیدا نشد',
    shifted: 'تودهٔ n برابر تودهٔ n{by} از {code} است', same: '{n} کد با همان مقدارهای آغازین', more: '{n} خانوادهٔ دیگر',
  },
};

export const words = (language: Language): AtlasTexts => (language === 'fa' ? persianTexts(all.fa) : all[language]);
