package lang

import "testing"

func TestParse(t *testing.T) {
	for name, want := range map[string]Language{
		"en": English, "en-GB": English, "en_US.UTF-8": English, "C": English, "POSIX": English, "C.UTF-8": English, "en_GB@euro": English,
		"zh": Chinese, "zh_CN.UTF-8": Chinese, "ZH-tw": Chinese, "zh-Hans-CN": Chinese, "zh_Hant_HK": Chinese, "zh_CN.GB18030@pinyin": Chinese,
		"de": "", "de_DE.UTF-8": "", "": "", "klingon?": "", "zhx": "", "und": "", "_": "",
	} {
		got, ok := Parse(name)
		if got != want || ok != (want != "") {
			t.Errorf("%q is %q, %v; want %q", name, got, ok, want)
		}
	}
}

func TestResolve(t *testing.T) {
	for _, c := range []struct {
		setting string
		env     map[string]string
		want    Language
		why     string
	}{
		{"zh", map[string]string{"LANG": "en_US.UTF-8"}, Chinese, "a setting comes before the environment"},
		{"en", map[string]string{"LANG": "zh_CN.UTF-8"}, English, "a setting comes before the environment"},
		{"fr", map[string]string{"LANG": "zh_CN.UTF-8"}, English, "somebody who asked for French did not ask for Chinese"},
		{" Auto ", map[string]string{"LANG": "zh_CN.UTF-8"}, Chinese, "auto is the environment"},
		{"", map[string]string{"LANG": "zh_CN.UTF-8"}, Chinese, "no setting is auto"},
		{"auto", nil, English, "an empty environment"},
		{"auto", map[string]string{"LANG": "en_US", "LC_MESSAGES": "zh_CN"}, Chinese, "LC_MESSAGES comes before LANG"},
		{"auto", map[string]string{"LANG": "zh_CN", "LC_MESSAGES": "zh_CN", "LC_ALL": "en_US"}, English, "LC_ALL comes first"},
		{"auto", map[string]string{"LANG": "zh_CN", "LC_ALL": ""}, Chinese, "empty is not set"},
		{"auto", map[string]string{"LANG": "en_US", "LANGUAGE": "zh_CN:en"}, Chinese, "LANGUAGE comes before the locale"},
		{"auto", map[string]string{"LANG": "zh_CN", "LANGUAGE": "de:fr_FR:en"}, English, "what is not spoken is passed over"},
		{"auto", map[string]string{"LANG": "zh_CN", "LANGUAGE": "de:fr"}, Chinese, "when LANGUAGE has nothing, the locale counts"},
		{"auto", map[string]string{"LANG": "zh_CN", "LANGUAGE": "::"}, Chinese, "empty entries"},
		{"auto", map[string]string{"LC_ALL": "C", "LANGUAGE": "zh_CN"}, English, "in the locale C, LANGUAGE does not count"},
		{"auto", map[string]string{"LC_ALL": "C.UTF-8", "LANGUAGE": "zh_CN"}, English, "in the locale C, LANGUAGE does not count"},
		{"auto", map[string]string{"LANGUAGE": "zh_CN"}, English, "no locale is the locale C"},
		{"auto", map[string]string{"LANG": "ja_JP.UTF-8"}, English, "English when nothing is left"},
	} {
		if got := Resolve(c.setting, func(name string) string { return c.env[name] }); got != c.want {
			t.Errorf("%q with %v is %s, not %s: %s", c.setting, c.env, got, c.want, c.why)
		}
	}
}
