package oracle

import (
	"strings"
	"unicode/utf16"
)

// defaultMaxSize is 1.1: the first 500 KiB of a file count, except under Google.
const defaultMaxSize = 500 * 1024

// googleLineLimit is 1.4: Google's parser keeps this many bytes of a line and drops the rest of it.
const googleLineLimit = 2083*8 - 1

// splitLines turns a body into its lines, without their ends; line n of the file is element n-1. maxSize 0 is the
// dialect's default, a negative one means no limit.
func splitLines(dialect Dialect, body []byte, maxSize int) []string {
	if maxSize == 0 {
		if dialect == Google {
			maxSize = -1
		} else {
			maxSize = defaultMaxSize
		}
	}
	if dialect == Google {
		text := dropGoogleBOM(limitSize(string(body), maxSize))
		lines := splitAtLineEnds(text)
		for i, line := range lines {
			if len(line) > googleLineLimit {
				line = line[:googleLineLimit] // 1.4
			}
			line, _, _ = strings.Cut(line, "\x00") // 1.5
			lines[i] = line
		}
		return lines
	}
	return splitAtLineEnds(decodeText(body, maxSize))
}

// decodeText is 1.1 and 1.2 for RFC9309 and Koster1996. The size limit counts octets of the body as it was served, the
// byte order mark and both halves of a UTF-16 unit included.
func decodeText(body []byte, maxSize int) string {
	text := string(body)
	switch {
	case strings.HasPrefix(text, "\xFF\xFE"):
		return decodeUTF16(body[2:], maxSize-2, maxSize >= 0, func(lo, hi byte) uint16 { return uint16(hi)<<8 | uint16(lo) })
	case strings.HasPrefix(text, "\xFE\xFF"):
		return decodeUTF16(body[2:], maxSize-2, maxSize >= 0, func(hi, lo byte) uint16 { return uint16(hi)<<8 | uint16(lo) })
	}
	return strings.TrimPrefix(limitSize(text, maxSize), "\xEF\xBB\xBF")
}

// decodeUTF16 decodes what follows a UTF-16 byte order mark. A lone surrogate and a lone last octet become U+FFFD. Of a
// limited body only whole units within the limit count, and a line that the limit cuts is dropped as in limitSize.
func decodeUTF16(body []byte, maxSize int, limited bool, unit func(first, second byte) uint16) string {
	var units []uint16
	for i := 0; i+1 < len(body); i += 2 {
		units = append(units, unit(body[i], body[i+1]))
	}
	if limited && len(body) > maxSize {
		keep := max(maxSize, 0) / 2
		if keep == len(units) {
			// Only the lone last octet lies beyond the limit, and it belongs to the last line.
			return dropLastLine(string(utf16.Decode(units)))
		}
		text := string(utf16.Decode(units[:keep]))
		if next := units[keep]; next == '\n' || next == '\r' {
			return text
		}
		return dropLastLine(text)
	}
	text := string(utf16.Decode(units))
	if len(body)%2 == 1 {
		text += "\uFFFD"
	}
	return text
}

// limitSize is 1.1: what lies beyond the limit is not read, and a line of which only a part lies within it is dropped
// whole. A line whose end is the first octet beyond the limit is complete.
func limitSize(text string, maxSize int) string {
	if maxSize < 0 || len(text) <= maxSize {
		return text
	}
	kept := text[:maxSize]
	if next := text[maxSize]; next == '\n' || next == '\r' {
		return kept
	}
	return dropLastLine(kept)
}

// dropLastLine removes what stands after the last line end.
func dropLastLine(text string) string {
	return text[:strings.LastIndexAny(text, "\r\n")+1]
}

// dropGoogleBOM is 1.2 for Google: the three octets of the UTF-8 mark are dropped one by one while they fit, so that a
// part of a mark goes as well.
func dropGoogleBOM(text string) string {
	for _, octet := range []byte("\xEF\xBB\xBF") {
		if text == "" || text[0] != octet {
			break
		}
		text = text[1:]
	}
	return text
}

// splitAtLineEnds is 1.3: CR LF, CR and LF end a line, and nothing else does.
func splitAtLineEnds(text string) []string {
	text = strings.ReplaceAll(text, "\r\n", "\n")
	text = strings.ReplaceAll(text, "\r", "\n")
	return strings.Split(text, "\n")
}
